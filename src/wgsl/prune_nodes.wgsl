// The shader of this name follows.
