/**
 * The worker's script as text, which the build of the package puts here. It is empty in the sources, and in bundles that
 * have the script itself beside them.
 */
const source: string = '';
export default source;
