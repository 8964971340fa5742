/** Rejects with an error when `work` takes longer than `ms`; the work itself is not stopped. */
export async function withDeadline<T>(ms: number, work: () => Promise<T>): Promise<T> {
  const late = Promise.withResolvers<never>()
  const timer = setTimeout(() => late.reject(new Error(`No result within ${ms} ms`)), ms)
  try {
    return await Promise.race([work(), late.promise])
  } finally {
    clearTimeout(timer)
  }
}
