// The score of an impossible candidate: greater than any other.
const worst = vec4u(0xffffffffu, 0xffffffffu, 0xffffffffu, 0x7fffffffu);
