/** The steps of MDNMS in two kernels, or one kernel per step as in the paper; both give the same lines. */
export const detectorForms = ['combined', 'separate'] as const;
