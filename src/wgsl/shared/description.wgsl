#import energy
// The description length of src/snake/energy.ts: energies, the laws' parameters, and the contour.

fn parametersOf() -> u32 {
  switch geometry.model {
    case Model_categorical: { return 0u; }
    case Model_gaussian: { return 2u * dataPlanes(); }
    default: { return dataPlanes(); }
  }
}

// 2·log2 N + 4·log2 k + k·(4 + 4·log2 e + 2·(log2 of the mean steps, at least ½)), weighted.
fn contourLength(k: u32, dx: u32, dy: u32) -> vec4u {
  let arguments = array<vec2u, 4>(
    domainMoment(0u),
    vec2u(k, 0u),
    vec2u(max(2u * dx, k), 0u),
    vec2u(max(2u * dy, k), 0u),
  );
  var logs: array<vec2u, 4>;
  for (var i = 0u; i < 4u; i++) {
    logs[i] = log2Long(arguments[i]);
  }
  // log2 2k = log2 k + 1, twice.
  let steps = sub64(add64(logs[2], logs[3]), twice(add64(logs[1], vec2u(0u, log2One))));
  let each = add64(add64(vec2u(0u, 4u * log2One), shiftLeft64(log2e, 2u)), twice(steps));
  let fixed = add64(twice(logs[0]), shiftLeft64(logs[1], 2u));
  let length = add128(extend64(fixed), multiplySigned64(vec2u(k, 0u), each));
  return shiftRightSigned128(multiply128by32(length, geometry.contourWeight), 8u);
}

// From the energy that partitionEnergy() has just given.
fn descriptionLength(energy: vec4u) -> vec4u {
  if (all(energy == worst)) {
    return worst;
  }
  let parameters = multiply128by32(extend64(add64(regionLogs[0], regionLogs[1])), parametersOf());
  let contour = contourLength(targetExtra(Extra_nodes), targetExtra(Extra_dx), targetExtra(Extra_dy));
  return add128(energy, add128(parameters, contour));
}
