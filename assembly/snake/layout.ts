// Where the words of the snake's buffers lie. `scripts/assembly.mjs` puts the constants here.
// #constants snake/kernels/shared/layout: G, S, Status, Phase, Model, Extra
