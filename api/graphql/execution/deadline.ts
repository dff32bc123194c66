import { LaunchlensError } from '../../../core/kernel/errors/error.ts';

/** Stops waiting after `ms`; running work has its own limits. @throws GRAPHQL_TIMED_OUT */
export async function within<Value>(ms: number, answer: Promise<Value>): Promise<Value> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    const give = (): void =>
      reject(new LaunchlensError('GRAPHQL_TIMED_OUT', { seconds: Math.ceil(ms / 1000) }));
    timer = setTimeout(give, ms);
  });
  try {
    return await Promise.race([answer, late]);
  } finally {
    clearTimeout(timer);
  }
}
