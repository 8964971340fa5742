import { MAX_FUNCTION_DESCRIPTION, updateFunction } from '@stoa/contract/services/functions/members'
import { sentTo } from '../../components/form/checked-by.ts'
import { useForm } from '../../components/form/use-form.ts'
import type { useUpdateFunction } from '../../data/resources/services/functions/functions.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { Form } from '../../ui/forms/form.tsx'
import { Textarea } from '../../ui/inputs/textarea.tsx'

type Values = { description: string }

const DESCRIPTION = sentTo(updateFunction, (values: Values) => values)

type DescriptionFormProps = Values & {
  disabled: boolean
  update: ReturnType<typeof useUpdateFunction>
}

/** A form for the function's description. */
export function DescriptionForm({ description, disabled, update }: DescriptionFormProps) {
  const { values, isDirty, change, state } = useForm({
    kind: 'settings',
    values: { description },
    schema: DESCRIPTION,
    mutation: update,
  })
  return (
    <Form {...state} canSubmit={isDirty} className="grid justify-items-start gap-2">
      {() => (
        <>
          <Textarea
            aria-label="Description"
            rows={2}
            maxLength={MAX_FUNCTION_DESCRIPTION}
            disabled={disabled}
            value={values.description}
            onChange={({ target }) => change({ description: target.value })}
          />
          {!disabled && (
            <Button type="submit" disabled={!isDirty} pending={update.isPending}>
              Save description
            </Button>
          )}
        </>
      )}
    </Form>
  )
}
