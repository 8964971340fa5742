import type { Policy } from '@stoa/contract/services/meta/catalogue'

type Expressions = Pick<Policy, 'using' | 'check'>

/** Whether a policy on files names the bucket. */
export const namesBucket = ({ using, check }: Expressions, bucket: string): boolean =>
  [using, check].some(
    (text) => text !== null && /\bbucket_id\b/.test(text) && constantsIn(text).has(bucket),
  )

/** The string constants in an expression as Postgres prints it. */
const constantsIn = (expression: string): ReadonlySet<string> =>
  new Set(
    Array.from(expression.matchAll(/'((?:[^']|'')*)'/g), ([, text = '']) =>
      text.replaceAll("''", "'"),
    ),
  )

/** Whether a policy on files mentions no bucket, so that it can apply to all of them. */
export const isForAllBuckets = ({ using, check }: Expressions): boolean =>
  [using, check].every((text) => text === null || !/\bbucket_id\b/.test(text))

/** The policies that can apply to the files of a bucket. */
export const policiesOf = (policies: readonly Policy[], bucket: string): Policy[] =>
  policies.filter((policy) => isForAllBuckets(policy) || namesBucket(policy, bucket))

/** Policies on files that mention buckets, but none of these. */
export const policiesOfNone = (policies: readonly Policy[], buckets: readonly string[]): Policy[] =>
  policies.filter(
    (policy) => !isForAllBuckets(policy) && !buckets.some((bucket) => namesBucket(policy, bucket)),
  )
