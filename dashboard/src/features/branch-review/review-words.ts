import type {
  BranchPlan,
  LockLevel,
  MergeDirection,
  MergeStatement,
  SchemaObject,
} from '@stoa/contract/platform/branch-changes'

export const DIRECTIONS: Readonly<
  Record<MergeDirection, { tab: string; merge: string; question: string; done: string }>
> = {
  to_parent: {
    tab: 'Into the parent',
    merge: 'Merge into parent',
    question: 'Merge this branch into its parent?',
    done: 'Merged into the parent',
  },
  to_branch: {
    tab: 'From the parent',
    merge: 'Update from parent',
    question: 'Update this branch from its parent?',
    done: 'Updated from the parent',
  },
}

/** `public.orders.note`, or the name alone. */
export const pathOf = ({ kind, schema, parent, name }: SchemaObject): string =>
  (kind === 'schema' ? [name] : [schema, parent, name]).filter((part) => part !== null).join('.')

export const keyOf = (object: SchemaObject): string =>
  JSON.stringify([object.kind, object.schema, object.parent, object.name])

const LOCKS: Readonly<Record<LockLevel, string | undefined>> = {
  none: undefined,
  share: 'Blocks writes',
  share_row_exclusive: 'Blocks writes',
  share_update_exclusive: undefined,
  access_exclusive: 'Blocks reads and writes',
}

/** The consequences of a statement that a reviewer should know. */
export const warningsOf = ({
  is_destructive: isDestructive,
  lock,
  rewrites,
}: MergeStatement): { text: string; isDanger: boolean }[] => {
  const lockText = LOCKS[lock]
  return [
    ...(isDestructive ? [{ text: 'Destroys data', isDanger: true }] : []),
    ...(rewrites ? [{ text: 'Can rewrite the table', isDanger: false }] : []),
    ...(lockText === undefined ? [] : [{ text: lockText, isDanger: false }]),
  ]
}

type TrialWords = { type: 'note' | 'caution' | 'danger'; title: string; text: string }

export const TRIALS: Readonly<Record<BranchPlan['trial'], TrialWords>> = {
  passed: {
    type: 'note',
    title: 'Tried successfully',
    text: 'Every statement ran on the target, in a transaction that was rolled back.',
  },
  partly: {
    type: 'caution',
    title: 'Partly tried',
    text: 'Some statements use a new enum value, which works only after it is committed. The result is compared during the merge.',
  },
  failed: {
    type: 'danger',
    title: 'Can’t be merged',
    text: 'A statement failed on the target. Nothing was changed. Correct the branch or the data, then review again.',
  },
  locked: {
    type: 'caution',
    title: 'Not tried: a table is in use',
    text: 'A table of the target was locked for longer than two seconds. The merge may fail; then nothing is changed.',
  },
  too_long: {
    type: 'caution',
    title: 'Not tried: it takes too long',
    text: 'A trial would lock tables for longer than a few seconds. The merge can take up to two minutes per statement.',
  },
  not_tried: {
    type: 'caution',
    title: 'Not tried',
    text: 'The order of the statements is unproven.',
  },
}
