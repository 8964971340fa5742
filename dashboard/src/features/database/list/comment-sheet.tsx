import type { Replaced } from '@stoa/contract/services/meta/query'
import { useState } from 'react'
import { z } from 'zod'
import { useFormValues } from '../../../components/form/use-form-values.ts'
import { SqlForm, type Saving } from '../../../components/sql-form/sql-form.tsx'
import type { ApiError } from '../../../data/client/api-error.ts'
import { Field } from '../../../ui/forms/field.tsx'
import { Sheet } from '../../../ui/overlays/sheet.tsx'
import { Textarea } from '../../../ui/inputs/textarea.tsx'
import { commentSql } from '../object-target.ts'

export type ObjectSheetProps = {
  projectRef: string
  /** The object's name as its list shows it. */
  name: string
  /** The object's name in `alter` and `comment on`. */
  target: string
  isMigration?: boolean
  onClose: () => void
}

type ReplacedComment = Extract<Replaced, { kind: 'comment' | 'policy_comment' }>

type CommentSheetProps = ObjectSheetProps & {
  /** The comment as it is when the sheet opens. */
  replaces: ReplacedComment
}

/** Creates, changes and removes the comment of an object. */
export function CommentSheet({ replaces, ...props }: CommentSheetProps) {
  // Reloads the list that the sheet was opened from.
  const [seen] = useState(replaces)
  return (
    <CommentForm
      {...props}
      comment={seen.comment}
      guard={{
        replaces: seen,
        readCurrent: async (failure) => currentOf(failure, seen, props.target),
      }}
    />
  )
}

type CommentFormProps = ObjectSheetProps &
  Pick<Parameters<typeof SqlForm>[0], 'guard'> & {
    comment: string | null
    /** Saves a comment; by default, with SQL. */
    savingOf?: (comment: string | null) => Saving
  }

export function CommentForm({
  projectRef,
  name,
  target,
  comment,
  isMigration = true,
  guard,
  savingOf,
  onClose,
}: CommentFormProps) {
  const { values, isDirty, change } = useFormValues({ text: comment ?? '' }, Comment)
  const text = values.text.trim() === '' ? null : values.text
  return (
    <Sheet open size="lg" title={`Comment on ${name}`} onClose={onClose}>
      <SqlForm
        projectRef={projectRef}
        isDirty={isDirty}
        isMigration={isMigration}
        guard={guard}
        saving={savingOf?.(text)}
        sql={isDirty ? commentSql(target, text) : ''}
        submitLabel="Save comment"
        success="Comment saved"
        onClose={onClose}
      >
        <Field label="Comment" description="If empty, the comment is removed.">
          {(control) => (
            <Textarea
              {...control}
              rows={4}
              value={values.text}
              onChange={(event) => change({ text: event.target.value })}
            />
          )}
        </Field>
      </SqlForm>
    </Sheet>
  )
}

const Comment = z.object({ text: z.string() })

const Details = z.object({ current: z.object({ comment: z.string().nullable() }) })

function currentOf({ details }: ApiError, seen: ReplacedComment, target: string) {
  const found = Details.safeParse(details)
  if (!found.success) return undefined
  const { comment } = found.data.current
  return { text: commentSql(target, comment), replaces: { ...seen, comment } }
}
