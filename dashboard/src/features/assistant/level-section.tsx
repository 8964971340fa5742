import { ASSISTANT_LEVELS, type AssistantLevel } from '@stoa/contract/catalog/assistant-levels'
import { FormField } from '../../components/form/form-field.tsx'
import type { FormOf } from '../../components/form/use-form.ts'
import { Radio, RadioGroup } from '../../ui/inputs/radio.tsx'
import { Section } from '../../ui/layout/section.tsx'
import { LEVEL_WORDS } from './levels.ts'
import type { SettingsDraft } from './settings-draft.ts'

type LevelSectionProps = { form: FormOf<SettingsDraft>; disabled: boolean }

/** The choice of the level: how much the assistant can read and send to the model. */
export function LevelSection({ form, disabled }: LevelSectionProps) {
  return (
    <Section
      title="Sharing"
      description="The server decides what leaves it. The assistant has no tool for anything else, and never more rights than the person who asks."
    >
      <FormField form={form} name="level" label="Shared with the model">
        {({ id: _id, ...control }, value, change) => (
          <RadioGroup
            {...control}
            aria-label="Shared with the model"
            value={value}
            disabled={disabled}
            onValueChange={(next) => change(next as AssistantLevel)}
          >
            {ASSISTANT_LEVELS.map((level) => (
              <Radio key={level} value={level} {...LEVEL_WORDS[level]} />
            ))}
          </RadioGroup>
        )}
      </FormField>
    </Section>
  )
}
