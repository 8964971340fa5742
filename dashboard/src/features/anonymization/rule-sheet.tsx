import type {
  AnonymizableColumn,
  AnonymizeRule,
  AnonymizeRuleKind,
} from '@stoa/contract/platform/anonymization'
import { fieldsCheckedBy } from '../../components/form/checked-by.ts'
import { FormField } from '../../components/form/form-field.tsx'
import { InputField } from '../../components/form/input-field.tsx'
import { useForm } from '../../components/form/use-form.ts'
import { Combobox } from '../../ui/inputs/combobox.tsx'
import { Select } from '../../ui/inputs/select.tsx'
import { Sheet, SheetForm } from '../../ui/overlays/sheet.tsx'
import { nameOfColumn, RULES } from './rule-words.ts'

type RuleDraft = { column: string; rule: AnonymizeRuleKind; value: string }

const SCHEMA = fieldsCheckedBy<RuleDraft>(({ column }) => ({
  column: column === '' ? 'Choose a column.' : undefined,
}))

export type SavingCallbacks = {
  onSuccess: (data: unknown) => void
  onError: (error: Error) => void
}

type RuleSheetProps = {
  /** The rule to change; undefined for a new one. */
  rule: AnonymizeRule | undefined
  /** The columns without a rule, for a new one. */
  columns: readonly AnonymizableColumn[]
  saving: {
    isPending: boolean
    error: Error | null
    mutate: (rule: AnonymizeRule, options: SavingCallbacks) => void
  }
  onClose: () => void
}

/** Chooses a column and its new values. */
export function RuleSheet({ rule, columns, saving, onClose }: RuleSheetProps) {
  const form = useForm<RuleDraft, RuleDraft>({
    schema: SCHEMA,
    values: {
      column: rule ? nameOfColumn(rule) : '',
      rule: rule?.rule ?? 'hash',
      value: rule?.rule === 'constant' ? rule.value : '',
    },
    mutation: {
      ...saving,
      mutate: (draft: RuleDraft, callbacks: SavingCallbacks) => {
        const target = rule ?? columns.find((each) => nameOfColumn(each) === draft.column)
        if (target) saving.mutate(toRule(target, draft), callbacks)
      },
    },
    onSuccess: onClose,
    errorField: 'column',
  })
  return (
    <Sheet open title={rule ? `Rule for ${rule.column}` : 'Add rule'} onClose={onClose}>
      <SheetForm {...form.state} submitLabel={rule ? 'Save' : 'Add rule'} onCancel={onClose}>
        <FormField form={form} name="column" label="Column">
          {(attributes, value, change) => (
            <Combobox
              {...attributes}
              value={value === '' ? undefined : value}
              disabled={rule !== undefined}
              placeholder="Choose a column"
              searchPlaceholder="Search columns"
              options={columns.map((each) => ({
                value: nameOfColumn(each),
                label: nameOfColumn(each),
                description: each.type,
              }))}
              onValueChange={change}
            />
          )}
        </FormField>
        <FormField
          form={form}
          name="rule"
          label="New values"
          description="Values that are null stay null."
        >
          {(attributes, value, change) => (
            <Select {...attributes} value={value} options={RULES} onValueChange={change} />
          )}
        </FormField>
        {form.values.rule === 'constant' && (
          <InputField form={form} name="value" label="Text" maxLength={1000} autoComplete="off" />
        )}
      </SheetForm>
    </Sheet>
  )
}

function toRule(
  { schema, table, column }: Pick<AnonymizeRule, 'schema' | 'table' | 'column'>,
  { rule, value }: RuleDraft,
): AnonymizeRule {
  const target = { schema, table, column }
  return rule === 'constant' ? { ...target, rule, value } : { ...target, rule }
}
