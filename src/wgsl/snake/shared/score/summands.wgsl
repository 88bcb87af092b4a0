#import snake/shared/score/terms
// requires: geometry, headLog, targetExtra, targetMoment
// What each item adds to a score, once the logarithms of the heads are known: serial_score and team_score have headLog(h).

// Costs: what is added beside heads and terms. Of the ring's length in pixels and, negative, the worth of the prior, the last
// plane; of the contour's description.
const Cost_length = 0u;
const Cost_prior = 1u;
const Cost_contour = 2u;

fn costsFor(asLength: bool) -> u32 {
  let costs = select(0u, Cost_contour, (geometry.lengthWeight | geometry.priorWeight) != 0u);
  return select(costs, Cost_contour + 1u, asLength);
}

fn itemsFor(asLength: bool) -> u32 {
  return headsFor(asLength) + termsOfData() + costsFor(asLength);
}

// (weight·value + beside)·factor / 256 if it is scaled, else weight·value + beside. The value alone is signed.
struct Summand {
  weight: vec2u,
  value: vec2u,
  beside: vec2u,
  scaled: bool,
  factor: u32,
}

fn weighed(weight: vec2u, value: vec2u) -> Summand {
  return Summand(weight, value, vec2u(0u), false, 0u);
}

fn amountOf(summand: Summand) -> vec4u {
  let amount = add128(multiplySigned64(summand.weight, summand.value), extend64(summand.beside));
  if (!summand.scaled) {
    return amount;
  }
  return shiftRightSigned128(multiply128by32(amount, summand.factor), 8u);
}

// Of the noise models, whose description each parameter takes ½·log2 N.
fn parametersOf() -> u32 {
  switch geometry.model {
    case Model_categorical: { return 0u; }
    case Model_gaussian: { return 2u * dataPlanes(); }
    default: { return dataPlanes(); }
  }
}

// A region's logarithm counts once for each parameter, and 2·N + codes − 1 times under the categorical model.
fn summandOfHead(h: u32, asLength: bool) -> Summand {
  if (h > Head_background) {
    return weighed(vec2u(0u), vec2u(0u));
  }
  var weight = vec2u(select(0u, parametersOf(), asLength), 0u);
  if (geometry.model == Model_categorical) {
    weight = add64(weight, add64(twice(pixelsOf(h == Head_background)), vec2u(geometry.codes - 1u, 0u)));
  }
  return weighed(weight, headLog(h));
}

// Where `log` is the logarithm of the term's argument; a term of weight 0 adds nothing.
fn summandOfTerm(term: Term, log: vec2u) -> Summand {
  let logN = headLog(select(Head_target, Head_background, term.background));
  switch geometry.model {
    case Model_gaussian: {
      return weighed(term.weight, sub64(log, twice(logN)));
    }
    case Model_common: {
      let heads = add64(add64(headLog(Head_target), headLog(Head_background)), headLog(Head_domain));
      return weighed(term.weight, sub64(log, heads));
    }
    case Model_gamma, Model_rayleigh: {
      // 2·order·N·(…), the order having 8 fraction bits.
      return Summand(term.weight, sub64(log, logN), vec2u(0u), true, 2u * geometry.order);
    }
    case Model_categorical: {
      return weighed(term.weight, negate64(log));
    }
    default: {
      return weighed(term.weight, sub64(logN, log));
    }
  }
}

// After readSums().
fn summandOfCost(cost: u32) -> Summand {
  switch cost {
    case Cost_length: {
      // The length has 8 fraction bits.
      let length_ = targetExtra(Extra_length);
      return weighed(vec2u(length_ << 24u, length_ >> 8u), vec2u(geometry.lengthWeight, 0u));
    }
    case Cost_prior: {
      if (geometry.priorWeight == 0u) {
        return weighed(vec2u(0u), vec2u(0u));
      }
      let prior = sub64(shiftLeft64(judged.n, 7u), targetMoment(1u + 2u * dataPlanes()));
      return weighed(vec2u(0u, geometry.priorWeight), prior);
    }
    default: {
      // 2·log2 N + 4·log2 k + k·(4 + 4·log2 e + 2·(log2 of the mean steps, at least ½)), log2 2k being log2 k + 1, twice.
      let log2k = headLog(Head_vertices);
      let steps = sub64(add64(headLog(Head_dx), headLog(Head_dy)), twice(add64(log2k, vec2u(0u, log2One))));
      let each = add64(add64(vec2u(0u, 4u * log2One), shiftLeft64(LOG2E_Q44, 2u)), twice(steps));
      let fixed = add64(twice(headLog(Head_domain)), shiftLeft64(log2k, 2u));
      return Summand(vec2u(targetExtra(Extra_vertices), 0u), each, fixed, true, geometry.contourWeight);
    }
  }
}

// What an item adds. `term` and `log` are those of a head or term.
fn summandOf(item: u32, term: Term, log: vec2u, asLength: bool) -> Summand {
  let heads = headsFor(asLength);
  let costs = heads + termsOfData();
  if (item < heads) {
    return summandOfHead(item, asLength);
  }
  if (item < costs) {
    return summandOfTerm(term, log);
  }
  return summandOfCost(item - costs);
}
