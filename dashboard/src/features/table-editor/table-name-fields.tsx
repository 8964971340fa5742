import { Field } from '../../ui/field.tsx'
import { Input } from '../../ui/input.tsx'
import { Switch } from '../../ui/switch.tsx'

type Named = { name: string; comment: string; rls_enabled: boolean }
type TableNameFieldsProps = { draft: Named; onChange: (part: Partial<Named>) => void }

/** Fields for a table's name, comment and row level security. */
export function TableNameFields({ draft, onChange }: TableNameFieldsProps) {
  return (
    <section className="grid gap-4">
      <Field label="Name">
        {(control) => (
          <Input
            {...control}
            className="font-mono"
            value={draft.name}
            maxLength={63}
            onChange={(event) => onChange({ name: event.target.value })}
          />
        )}
      </Field>
      <Field label="Comment" aside="optional">
        {(control) => (
          <Input
            {...control}
            value={draft.comment}
            onChange={(event) => onChange({ comment: event.target.value })}
          />
        )}
      </Field>
      <Field
        label="Row level security"
        description={
          draft.rls_enabled
            ? 'Rows are read and changed through the API only where a policy allows it.'
            : 'Anyone who holds the public key can read and change every row through the API.'
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
