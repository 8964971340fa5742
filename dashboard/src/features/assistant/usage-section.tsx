import type { AssistantSettings } from '@stoa/contract/platform/assistant'
import { Section } from '../../ui/layout/section.tsx'

/** The tokens of this month. */
export function UsageSection({ usage }: Pick<AssistantSettings, 'usage'>) {
  const rows = [
    { label: 'Answers', value: usage.answers },
    { label: 'Input tokens', value: usage.input_tokens },
    { label: 'Output tokens', value: usage.output_tokens },
  ]
  return (
    <Section
      title="Usage this month"
      description="Tokens of all projects, as the providers have counted them."
    >
      <dl className="grid gap-1">
        {rows.map(({ label, value }) => (
          <div key={label} className="flex justify-between gap-4">
            <dt className="text-muted">{label}</dt>
            <dd className="tabular-nums">{value.toLocaleString('en')}</dd>
          </div>
        ))}
      </dl>
    </Section>
  )
}
