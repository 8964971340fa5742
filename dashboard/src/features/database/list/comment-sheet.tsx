import { z } from 'zod'
import { useFormValues } from '../../../components/form/use-form-values.ts'
import { SqlForm, type SqlRun } from '../../../components/sql-form/sql-form.tsx'
import { Field } from '../../../ui/forms/field.tsx'
import { Sheet } from '../../../ui/overlays/sheet.tsx'
import { Textarea } from '../../../ui/inputs/textarea.tsx'
import { commentSql } from '../object-target.ts'

export type ObjectSheetProps = {
  projectRef: string
  /** The object's name as its list shows it. */
  name: string
  /** The object as `alter` and `comment on` name it. */
  target: string
  isMigration?: boolean
  onClose: () => void
}

type CommentSheetProps = ObjectSheetProps & {
  comment: string | null
  /** What saves a comment; by default, its SQL. */
  runOf?: (comment: string | null) => SqlRun
}

const Comment = z.object({ text: z.string() })

/** Creates, changes and removes the comment of an object. */
export function CommentSheet({
  projectRef,
  name,
  target,
  comment,
  isMigration = true,
  runOf,
  onClose,
}: CommentSheetProps) {
  const { values, isDirty, change } = useFormValues({ text: comment ?? '' }, Comment)
  const text = values.text.trim() === '' ? null : values.text
  return (
    <Sheet open size="lg" title={`Comment on ${name}`} onClose={onClose}>
      <SqlForm
        projectRef={projectRef}
        isDirty={isDirty}
        isMigration={isMigration}
        run={runOf?.(text)}
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
