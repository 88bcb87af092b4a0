/** Dependencies of the command line alone: no page loads them, and no bundle holds them. */
export const forNode = ['cli-progress', 'commander', 'tinyglobby', 'workerpool'];
