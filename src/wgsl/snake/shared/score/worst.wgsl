// The score of what cannot be: more than any other.
const worst = vec4u(0xffffffffu, 0xffffffffu, 0xffffffffu, 0x7fffffffu);
