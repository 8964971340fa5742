import type { ObjectChange } from '@stoa/contract/services/meta/object-changes'
import type { Replaced } from '@stoa/contract/services/meta/query'
import { useState } from 'react'
import { z } from 'zod'
import { useForm } from '../../../components/form/use-form.ts'
import { ChangeForm } from '../../../components/sql-form/change-form.tsx'
import type { ApiError } from '../../../data/client/api-error.ts'
import { Field } from '../../../ui/forms/field.tsx'
import { Sheet } from '../../../ui/overlays/sheet.tsx'
import { Textarea } from '../../../ui/inputs/textarea.tsx'

type ReplacedComment = Extract<Replaced, { kind: 'comment' | 'policy_comment' }>

type CommentSheetProps = {
  projectRef: string
  /** The object's name as its list shows it. */
  name: string
  /** The change that gives the object a comment. */
  changeOf: (comment: string | null) => ObjectChange
  /** The comment as it is when the sheet opens. */
  replaces: ReplacedComment
  onClose: () => void
}

/** Creates, changes and removes the comment of an object. */
export function CommentSheet({ projectRef, name, changeOf, replaces, onClose }: CommentSheetProps) {
  // The list behind the sheet can be read again.
  const [seen] = useState(replaces)
  const { values, isDirty, change, state } = useForm({
    values: { text: seen.comment ?? '' },
    schema: Comment,
  })
  const text = values.text.trim() === '' ? null : values.text
  return (
    <Sheet open size="lg" title={`Comment on ${name}`} onClose={onClose}>
      <ChangeForm
        projectRef={projectRef}
        state={state}
        change={isDirty ? changeOf(text) : undefined}
        guard={{
          replaces: seen,
          async readCurrent(failure) {
            const current = currentOf(failure, seen)
            return current && { change: changeOf(current.comment), replaces: current }
          },
        }}
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
      </ChangeForm>
    </Sheet>
  )
}

const Comment = z.object({ text: z.string() })

const Details = z.object({ current: z.object({ comment: z.string().nullable() }) })

function currentOf({ details }: ApiError, seen: ReplacedComment): ReplacedComment | undefined {
  const found = Details.safeParse(details)
  return found.success ? { ...seen, comment: found.data.current.comment } : undefined
}
