import { Plus, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../../ui/buttons/button.tsx'
import { Checkbox } from '../../ui/inputs/checkbox.tsx'
import { Combobox } from '../../ui/inputs/combobox.tsx'
import { Field } from '../../ui/forms/field.tsx'
import { IconButton } from '../../ui/buttons/icon-button.tsx'
import { Input } from '../../ui/inputs/input.tsx'
import { Radio, RadioGroup } from '../../ui/inputs/radio.tsx'
import { Section } from '../../ui/layout/section.tsx'
import { SegmentedControl } from '../../ui/buttons/segmented-control.tsx'
import { Select } from '../../ui/inputs/select.tsx'
import { Switch } from '../../ui/inputs/switch.tsx'
import { Textarea } from '../../ui/inputs/textarea.tsx'

const VARIANTS = ['primary', 'secondary', 'ghost', 'danger', 'warning', 'success'] as const
const TYPES = ['text', 'integer', 'uuid'].map((value) => ({ value, label: value }))

export function Controls() {
  const [type, setType] = useState('text')
  const [view, setView] = useState<'table' | 'json'>('table')
  return (
    <>
      <Section title="Buttons" description="Variants, sizes, pending, disabled.">
        {(['md', 'sm'] as const).map((size) => (
          <div key={size} className="flex flex-wrap gap-2">
            {VARIANTS.map((variant) => (
              <Button key={variant} variant={variant} size={size}>
                {variant}
              </Button>
            ))}
          </div>
        ))}
        <div className="flex flex-wrap gap-2">
          {VARIANTS.map((variant) => (
            <Button key={variant} variant={variant} pending>
              {variant}
            </Button>
          ))}
        </div>
        <div className="flex flex-wrap gap-2">
          <Button disabled>Disabled</Button>
          <Button variant="primary" disabled>
            Disabled
          </Button>
          <Button>
            <Plus /> With icon
          </Button>
          <IconButton label="Delete row" shortcut="Mod+D">
            <Trash2 />
          </IconButton>
        </div>
      </Section>
      <Section title="Fields" description="With description, error, disabled, read-only.">
        <Field label="Name" description="Used in URLs.">
          {(control) => <Input {...control} placeholder="todos" />}
        </Field>
        <Field label="Name" error="A table of this name exists.">
          {(control) => <Input {...control} defaultValue="todos" />}
        </Field>
        <Field label="Disabled" aside="optional">
          {(control) => <Input {...control} disabled defaultValue="todos" />}
        </Field>
        <Field label="Comment">{(control) => <Textarea {...control} />}</Field>
        <Field label="Select">
          {(control) => (
            <Select {...control} value={type} options={TYPES} onValueChange={setType} />
          )}
        </Field>
        <Field label="Combobox">
          {(control) => (
            <Combobox {...control} value={type} options={TYPES} onValueChange={setType} />
          )}
        </Field>
      </Section>
      <Section title="Choices">
        <div className="flex items-center gap-4">
          <Checkbox aria-label="Off" />
          <Checkbox aria-label="On" defaultChecked />
          <Checkbox aria-label="Some" checked="indeterminate" />
          <Checkbox aria-label="Disabled" disabled defaultChecked />
          <Switch aria-label="Off" />
          <Switch aria-label="On" defaultChecked />
          <Switch aria-label="Disabled" disabled />
          <SegmentedControl
            aria-label="View"
            value={view}
            onValueChange={setView}
            options={[
              { value: 'table', label: 'Table' },
              { value: 'json', label: 'JSON' },
            ]}
          />
        </div>
        <RadioGroup defaultValue="open" aria-label="Sign-up">
          <Radio value="open" label="Anyone" description="Anyone who can reach this URL" />
          <Radio value="invitation" label="Invited people" description="With an invitation" />
        </RadioGroup>
      </Section>
    </>
  )
}
