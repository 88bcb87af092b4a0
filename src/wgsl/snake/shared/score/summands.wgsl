#import snake/shared/score/terms
// requires: geometry, headLog
// What each item adds to a score, once the logarithms of the heads are known: serial_score and team_score have headLog(h).

// Costs: what is added beside heads and terms. Of the ring's length in pixels and, negative, the worth of the prior, the last
// plane; of the contour's description. Behind them, and adding nothing, the polarity where one is asked for.
const Cost_length = 0u;
const Cost_prior = 1u;
const Cost_contour = 2u;

fn costsFor(asLength: bool) -> u32 {
  let costs = select(0u, Cost_contour, (geometry.lengthWeight | geometry.priorWeight) != 0u);
  return select(costs, Cost_contour + 1u, asLength);
}

// Where among the items the terms, the costs and the polarity begin, and how many there are.
struct Items {
  terms: u32,
  costs: u32,
  polarity: u32,
  all_: u32,
}

fn itemsFor(asLength: bool) -> Items {
  let terms = headsFor(asLength);
  let costs = terms + termsOfData();
  let polarity = costs + costsFor(asLength);
  return Items(terms, costs, polarity, polarity + u32(geometry.polarity != 0u));
}

// What readSums() takes for an item.
fn placeOfItem(item: u32, items: Items) -> u32 {
  return select(0u, min(item, items.costs) - items.terms, (item >= items.terms) & (item < items.polarity));
}

// (weight·value + beside)·factor / 256 if it is scaled, else weight·value + beside. The value alone is signed.
struct Summand {
  weight: vec2u,
  value: vec2u,
  beside: vec2u,
  scaled: bool,
  factor: u32,
}

// For the polarity S_T·N − S·N_T in place of a summand, of which the sign counts: it is that of mean(T) − mean(B).
fn amountOf(summand: Summand, polarity: bool) -> vec4u {
  var amount = select(extend64(summand.beside), vec4u(0u), polarity);
  for (var turn = 0u; turn < select(1u, 2u, polarity) + nothing(); turn++) {
    let weight = select(summand.weight, select(judged.n, whole.n, turn == 1u), polarity);
    let value = select(summand.value, select(negate64(whole.s), judged.s, turn == 1u), polarity);
    amount = add128(amount, multiplySigned64(weight, value));
  }
  if (summand.scaled & !polarity) {
    amount = shiftRightSigned128(multiply128by32(amount, summand.factor), 8u);
  }
  return amount;
}

// Whether mean(T) − mean(B), whose sign is that of `excess`, has the required sign.
fn hasPolarity(excess: vec4u) -> bool {
  let negative = isNegative128(excess);
  return select(negative, !negative & any(excess != vec4u(0u)), geometry.polarity == 1u);
}

// Number of the noise models' parameters, each of which costs ½·log2 N.
fn parametersOf() -> u32 {
  let perPlane = select(select(1u, 2u, geometry.model == Model_gaussian), 0u, geometry.model == Model_categorical);
  return perPlane * dataPlanes();
}

// A region's logarithm counts once for each parameter, and 2·N + codes − 1 times under the categorical model; other heads add nothing.
fn weightOfHead(h: u32, asLength: bool) -> vec2u {
  let counted = add64(twice(pixelsOf(h == Head_background)), vec2u(geometry.codes - 1u, 0u));
  let coded = select(vec2u(0u), counted, geometry.model == Model_categorical);
  let weight = add64(coded, vec2u(select(0u, parametersOf(), asLength), 0u));
  return select(weight, vec2u(0u), h > Head_background);
}

// Of a term whose argument has the logarithm `log`: ±log ± heads; a term of weight 0 adds nothing.
fn valueOfTerm(term: Term, log: vec2u) -> vec2u {
  let model = geometry.model;
  let logN = headLog(select(Head_target, Head_background, term.background));
  let logM = headLog(select(Head_background, Head_target, term.background));
  let joint = model == Model_common;
  let variance = joint | (model == Model_gaussian);
  let more = select(vec2u(0u), select(logN, add64(logM, headLog(Head_domain)), joint), variance);
  let heads = select(add64(logN, more), vec2u(0u), model == Model_categorical);
  let value = sub64(log, heads);
  return select(negate64(value), value, variance | isScaled());
}

// Whether terms are 2·order·N·(…), the order having 8 fraction bits.
fn isScaled() -> bool {
  return (geometry.model == Model_gamma) | (geometry.model == Model_rayleigh);
}

// After readSums().
fn summandOfCost(cost: u32) -> Summand {
  // The length has 8 fraction bits.
  let length_ = judgedExtras[Extra_length];
  let prior = sub64(shiftLeft64(judged.n, 7u), judged.s);
  let ofLength = cost == Cost_length;
  let weight = select(vec2u(0u, geometry.priorWeight), vec2u(length_ << 24u, length_ >> 8u), ofLength);
  var summand = Summand(weight, select(prior, vec2u(geometry.lengthWeight, 0u), ofLength), vec2u(0u), false, 0u);
  if (cost == Cost_contour) {
    // 2·log2 N + 4·log2 k + k·(4 + 4·log2 e + 2·(log2 of the mean steps, at least ½)), log2 2k being log2 k + 1, twice.
    let log2k = headLog(Head_vertices);
    let steps = sub64(add64(headLog(Head_dx), headLog(Head_dy)), twice(add64(log2k, vec2u(0u, log2One))));
    let each = add64(add64(vec2u(0u, 4u * log2One), shiftLeft64(LOG2E_Q44, 2u)), twice(steps));
    let fixed = add64(twice(headLog(Head_domain)), shiftLeft64(log2k, 2u));
    summand = Summand(vec2u(judgedExtras[Extra_vertices], 0u), each, fixed, true, geometry.contourWeight);
  }
  return summand;
}

// What an item adds. `term` and `log` are those of a head or term.
fn summandOf(item: u32, items: Items, term: Term, log: vec2u, asLength: bool) -> Summand {
  let head = item < items.terms;
  let weight = select(term.weight, weightOfHead(item, asLength), head);
  let value = select(valueOfTerm(term, log), headLog(min(item, Head_background)), head);
  var summand = Summand(weight, value, vec2u(0u), isScaled() & !head, 2u * geometry.order);
  if (item >= items.costs) {
    summand = summandOfCost(item - items.costs);
  }
  return summand;
}
