/** The steps of MDNMS in two kernels, or one kernel a step as in the paper: the same lines. */
export const detectorForms = ['combined', 'separate'] as const;
