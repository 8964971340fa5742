import { FormField } from '../../components/form/form-field.tsx'
import { InputField } from '../../components/form/input-field.tsx'
import type { FormOf } from '../../components/form/use-form.ts'
import { toLocalField } from '../../components/time-range/ranges.ts'
import { useBackups } from '../../data/resources/platform/backups.ts'
import { formatExact } from '../../lib/dates.ts'
import { Select } from '../../ui/inputs/select.tsx'

type MomentDraft = { from: string; state: 'present' | 'past'; moment: string }

/** The state of the source that is copied. A past one is offered where its backups reach one. */
export function MomentFields<Draft extends MomentDraft>({ form }: { form: FormOf<Draft> }) {
  // The form has more fields, which are not used here.
  const own = form as unknown as FormOf<MomentDraft>
  const { data } = useBackups(own.values.from)
  const reach = data?.reach ?? []
  const first = reach[0]?.from
  const last = reach.at(-1)?.until
  const hasReach = first !== undefined && last !== undefined
  return (
    <>
      <FormField form={own} name="state" label="State">
        {(attributes, value) => (
          <Select
            {...attributes}
            value={value}
            options={[
              { value: 'present', label: 'As it is now' },
              {
                value: 'past',
                label: 'As it was at an earlier moment',
                disabled: !hasReach,
                ...(!hasReach && { description: 'It has no backups to copy from yet.' }),
              },
            ]}
            onValueChange={(state) =>
              own.change({
                state,
                ...(last !== undefined && { moment: toLocalField(Date.parse(last)) }),
              })
            }
          />
        )}
      </FormField>
      {own.values.state === 'past' && (
        <InputField
          form={own}
          name="moment"
          label="Date and time"
          description={
            hasReach
              ? `In your time zone. Possible from ${formatExact(first)} to ${formatExact(last)}. Stored files are those of the present.`
              : 'In your time zone.'
          }
          type="datetime-local"
          step={1}
        />
      )}
    </>
  )
}
