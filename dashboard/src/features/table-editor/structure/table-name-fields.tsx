import { Field } from '../../../ui/forms/field.tsx'
import { Switch } from '../../../ui/inputs/switch.tsx'
import { CommentField, NameField } from './name-fields.tsx'

type TableNameDraft = { name: string; comment: string; rls_enabled: boolean }
type TableNameFieldsProps = {
  draft: TableNameDraft
  problems: { readonly [Name in keyof TableNameDraft]?: string | undefined }
  onChange: (part: Partial<TableNameDraft>) => void
}

/** Fields for a table's name, comment and row level security. */
export function TableNameFields({ draft, problems, onChange }: TableNameFieldsProps) {
  return (
    <section className="grid gap-4">
      <NameField
        value={draft.name}
        problem={problems.name}
        onChange={(name) => onChange({ name })}
      />
      <CommentField value={draft.comment} onChange={(comment) => onChange({ comment })} />
      <Field
        label="Row level security"
        description={
          draft.rls_enabled
            ? 'API clients can only read and change rows that a policy allows.'
            : 'Anyone with the publishable key can read and change every row that the Data API exposes.'
        }
        aside={
          <Switch
            aria-label="Row level security"
            checked={draft.rls_enabled}
            onCheckedChange={(rls_enabled) => onChange({ rls_enabled })}
          />
        }
      >
        {() => null}
      </Field>
    </section>
  )
}
