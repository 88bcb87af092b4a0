/** What the garbage collector takes. */
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** Whether the object is collected once nothing but `kept` is held any more. */
export const isCollected = async (held: WeakRef<object>): Promise<boolean> => {
  setFlagsFromString('--expose-gc');
  const collect: () => void = runInNewContext('gc');
  for (let k = 0; k < 10 && held.deref(); k++) {
    await new Promise((resolve) => setTimeout(resolve));
    collect();
  }
  return held.deref() === undefined;
};
