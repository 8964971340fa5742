import { METRIC_NAMES, type MetricName } from '@stoa/contract/catalog/metrics'
import { metricArea, metricTitle } from '@stoa/contract/services/alerts/describe'
import { MAX_ALERT_NAME } from '@stoa/contract/services/alerts/rules'
import { FormField } from '../../components/form/form-field.tsx'
import { InputField } from '../../components/form/input-field.tsx'
import { Option } from '../../components/form/option.tsx'
import type { FormOf } from '../../components/form/use-form.ts'
import { useScheduledQueries } from '../../data/resources/services/alerts/queries.ts'
import { Combobox } from '../../ui/inputs/combobox.tsx'
import { Select } from '../../ui/inputs/select.tsx'
import { unitLabel, type RuleDraft } from './rule-draft.ts'

type FieldsProps = { form: FormOf<RuleDraft> }

const KINDS = [
  { value: 'metric', label: 'Metric above or below a threshold' },
  { value: 'absence', label: 'No data or no requests' },
  { value: 'query', label: 'Result of a scheduled query' },
  { value: 'query_absence', label: 'Scheduled query returns no rows' },
  { value: 'failure', label: 'A rule or scheduled query cannot run' },
  { value: 'backup', label: 'Backups are late or fail' },
] as const

const METRIC_OPTIONS = METRIC_NAMES.map((name) => ({
  value: name,
  label: metricTitle(name),
  detail: metricArea(name),
}))

/** The fields for the condition of a rule. */
export function ConditionFields({ projectRef, form }: FieldsProps & { projectRef: string }) {
  const { kind } = form.values
  return (
    <>
      <InputField
        form={form}
        name="name"
        label="Name"
        maxLength={MAX_ALERT_NAME}
        autoComplete="off"
      />
      <FormField form={form} name="kind" label="Condition">
        {(control, value, change) => (
          <Select {...control} value={value} options={KINDS} onValueChange={change} />
        )}
      </FormField>
      {(kind === 'metric' || kind === 'absence') && <MetricField form={form} />}
      {kind === 'metric' && <PercentField form={form} />}
      {(kind === 'query' || kind === 'query_absence') && (
        <QueryField projectRef={projectRef} form={form} />
      )}
      {kind === 'query' && <ValueField form={form} />}
      {(kind === 'metric' || kind === 'query') && <ThresholdFields form={form} />}
      {kind === 'absence' && (
        <Option
          checked={form.values.whenAsleep}
          onChange={(whenAsleep) => form.change({ whenAsleep })}
        >
          Also while the project is asleep
        </Option>
      )}
      <InputField
        form={form}
        name="minutes"
        label="For"
        aside="minutes"
        description="The alert fires when the condition has been true for this time."
        className="max-w-24"
        inputMode="numeric"
      />
    </>
  )
}

const metricOf = (value: string): MetricName | undefined =>
  METRIC_NAMES.find((name) => name === value)

function MetricField({ form }: FieldsProps) {
  return (
    <FormField form={form} name="metric" label="Metric">
      {(control, value, change) => (
        <Combobox
          {...control}
          value={value}
          options={METRIC_OPTIONS}
          searchPlaceholder="Search metrics"
          onValueChange={(next) => change(metricOf(next) ?? value)}
        />
      )}
    </FormField>
  )
}

const ITSELF = 'itself'

function PercentField({ form }: FieldsProps) {
  return (
    <FormField
      form={form}
      name="percentOf"
      label="As a percentage of"
      aside="optional"
      description="Such as failed requests as a percentage of all requests."
    >
      {(control, value, change) => (
        <Combobox
          {...control}
          value={value === '' ? ITSELF : value}
          options={[{ value: ITSELF, label: 'None' }, ...METRIC_OPTIONS]}
          searchPlaceholder="Search metrics"
          onValueChange={(next) => change(metricOf(next) ?? '')}
        />
      )}
    </FormField>
  )
}

function QueryField({ projectRef, form }: FieldsProps & { projectRef: string }) {
  const queries = useScheduledQueries(projectRef)
  return (
    <FormField
      form={form}
      name="queryId"
      label="Scheduled query"
      description="Checked with the result of its last run."
    >
      {(control, value, change) => (
        <Combobox
          {...control}
          value={value === '' ? undefined : value}
          options={(queries.data ?? []).map(({ id, name }) => ({ value: id, label: name }))}
          placeholder="Select a query"
          searchPlaceholder="Search queries"
          emptyText="No scheduled queries yet"
          onValueChange={change}
        />
      )}
    </FormField>
  )
}

const VALUES = [
  { value: 'first_value', label: 'Number in the first column of the first row' },
  { value: 'row_count', label: 'Number of rows' },
] as const

function ValueField({ form }: FieldsProps) {
  return (
    <FormField form={form} name="of" label="Value">
      {(control, value, change) => (
        <Select {...control} value={value} options={VALUES} onValueChange={change} />
      )}
    </FormField>
  )
}

const COMPARISONS = [
  { value: 'above', label: 'Above' },
  { value: 'below', label: 'Below' },
] as const

function ThresholdFields({ form }: FieldsProps) {
  return (
    <div className="grid grid-cols-2 gap-3">
      <FormField form={form} name="comparison" label="Comparison">
        {(control, value, change) => (
          <Select {...control} value={value} options={COMPARISONS} onValueChange={change} />
        )}
      </FormField>
      <InputField
        form={form}
        name="threshold"
        label="Threshold"
        aside={unitLabel(form.values)}
        inputMode="decimal"
      />
    </div>
  )
}
