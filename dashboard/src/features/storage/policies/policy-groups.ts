import type { Policy } from '@stoa/contract/services/meta/catalogue'
import { literal } from '../../../lib/sql-names.ts'

type Expressions = Pick<Policy, 'using' | 'check'>

/** Whether a policy on files names the bucket. */
export const namesBucket = ({ using, check }: Expressions, bucket: string): boolean =>
  [using, check].some(
    (text) => text !== null && /\bbucket_id\b/.test(text) && text.includes(literal(bucket)),
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
