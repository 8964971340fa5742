import { bringBack } from '@stoa/contract/services/meta/looks'
import { useState } from 'react'
import { FormField } from '../../../components/form/form-field.tsx'
import { InputField } from '../../../components/form/input-field.tsx'
import { useForm } from '../../../components/form/use-form.ts'
import {
  useBringBack,
  usePreviewBringBack,
  type BringBackBody,
} from '../../../data/resources/services/meta/looks.ts'
import { formatCount } from '../../../lib/quantities.ts'
import { Dialog, DialogContent, DialogForm } from '../../../ui/overlays/dialog.tsx'
import { ConfirmDialog } from '../../../ui/overlays/confirm-dialog.tsx'
import { Radio, RadioGroup } from '../../../ui/inputs/radio.tsx'
import type { PastTable } from './past-tables.tsx'

type BringBackDialogProps = {
  projectRef: string
  table: PastTable
  /** The moment as people read it. */
  moment: string
  onClose: () => void
}

type Counted = {
  readonly body: BringBackBody
  readonly rows: number
  readonly present: number | null
  readonly target: string
}

const FIRST_CHOICE: { where: string; into: BringBackBody['into'] } = {
  where: '',
  into: 'new_table',
}

/** Copies the rows of a table into the project, after it has said how many there are. */
export function BringBackDialog({ projectRef, table, moment, onClose }: BringBackDialogProps) {
  const [counted, setCounted] = useState<Counted>()
  const preview = usePreviewBringBack(projectRef)
  const copying = useBringBack(projectRef)
  const form = useForm({
    endpoint: bringBack,
    values: FIRST_CHOICE,
    toBody: ({ where, into }) => ({
      schema: table.schema,
      table: table.name,
      where: where.trim() === '' ? null : where,
      into,
    }),
    async submit(body) {
      setCounted({ body, ...(await preview.mutateAsync(body)) })
    },
    errorField: 'where',
  })
  const name = `${table.schema}.${table.name}`
  return (
    <>
      <Dialog open={counted === undefined} onOpenChange={(open) => !open && onClose()}>
        <DialogContent
          title={`Bring back rows of ${name}`}
          description={`Copies rows from ${moment} into the project. Nothing is deleted or overwritten.`}
        >
          <DialogForm
            submitLabel="Count rows"
            {...form.state}
            onCancel={onClose}
            className="grid gap-5"
          >
            <InputField
              form={form}
              name="where"
              label="Only rows where"
              aside="optional"
              description="A condition in SQL, for example id > 100."
              autoComplete="off"
              spellCheck={false}
              className="font-mono"
            />
            <FormField form={form} name="into" label="Copy them">
              {({ id: _id, ...control }, value, change) => (
                <RadioGroup
                  {...control}
                  aria-label="Copy them"
                  value={value}
                  onValueChange={(next) =>
                    change(next === 'missing_rows' ? 'missing_rows' : 'new_table')
                  }
                >
                  <Radio
                    value="new_table"
                    label="Into a new table"
                    description="With the same columns, without its keys and indexes. The API does not serve it."
                  />
                  <Radio
                    value="missing_rows"
                    label={`Into ${name}`}
                    description="Inserts the rows whose primary key it does not have. Its triggers run."
                  />
                </RadioGroup>
              )}
            </FormField>
          </DialogForm>
        </DialogContent>
      </Dialog>
      <ConfirmDialog
        visible={counted !== undefined}
        size="md"
        title={counted ? `Bring back ${rowsText(counted.rows)}` : ''}
        description={counted && describeCount(counted)}
        confirmLabel="Bring back"
        canConfirm={counted !== undefined && counted.rows > 0}
        loading={copying.isPending}
        onCancel={() => setCounted(undefined)}
        onConfirm={() =>
          counted &&
          copying.mutate(counted.body, {
            onSuccess: onClose,
            onError: () => setCounted(undefined),
          })
        }
      />
    </>
  )
}

const rowsText = (count: number) => (count === 1 ? '1 row' : `${formatCount(count)} rows`)

function describeCount({ body, rows, present, target }: Counted): string {
  if (rows === 0) return 'The condition chooses no rows.'
  if (body.into === 'new_table')
    return `The project gets the table ${body.schema}.${target}. The change is recorded as a migration.`
  return `${body.schema}.${target} has ${rowsText(present ?? 0)} now. Rows whose primary key is there stay as they are.`
}
