import { useState } from 'react'
import { QueryError } from '../../../components/query-error.tsx'
import { useSaveRollback } from '../../../data/resources/services/meta/history.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { Field } from '../../../ui/forms/field.tsx'
import { Textarea } from '../../../ui/inputs/textarea.tsx'

/** Adds the SQL that undoes a migration for which the server has none. */
export function RollbackForm({ projectRef, version }: { projectRef: string; version: string }) {
  const [rollback, setRollback] = useState('')
  const save = useSaveRollback(projectRef)
  return (
    <form
      className="grid gap-2"
      onSubmit={(event) => {
        event.preventDefault()
        save.mutate({ version, rollback })
      }}
    >
      <Field label="Rollback SQL" description="Saved with the migration. It runs when you revert.">
        {(control) => (
          <Textarea
            {...control}
            rows={4}
            className="font-mono text-xs"
            spellCheck={false}
            value={rollback}
            onChange={(event) => setRollback(event.target.value)}
          />
        )}
      </Field>
      {save.error && <QueryError error={save.error} title="Could not save the rollback" />}
      <div>
        <Button type="submit" pending={save.isPending} disabled={rollback.trim() === ''}>
          Save rollback
        </Button>
      </div>
    </form>
  )
}
