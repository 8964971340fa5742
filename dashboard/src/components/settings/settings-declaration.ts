import type { Permission } from '@stoa/contract/platform/permissions'
import type { SettingsSection } from '@stoa/contract/settings-section'
import type { ReactNode } from 'react'
import type { SelectOption } from '../../ui/select.tsx'

/** A page of settings: the schema of a service's section, and its words. */
export type SettingsDeclaration<Values extends object> = {
  readonly section: SettingsSection<Values>
  readonly title: string
  readonly description: string
  /** What messages call the settings: `Data API`. */
  readonly subject: string
  /** What a person needs to change them. */
  readonly change: Permission
  readonly parts: readonly SettingsPart<Values>[]
  /** What is wrong with the values beyond what the schema of each field says. */
  readonly problems?: (values: Values) => Problems<Values>
}

export type Problems<Values> = { readonly [Name in keyof Values]?: string | undefined }

export type SettingsPart<Values> = {
  readonly title: string
  readonly description?: string
  readonly fields: readonly SettingsField<Values>[]
}

/** One field of the section, with a control that fits its type. */
type SettingsField<Values> = {
  [Name in keyof Values & string]: FieldWords<Name> & ControlOf<Values[Name]>
}[keyof Values & string]

type FieldWords<Name> = {
  readonly name: Name
  readonly label: string
  readonly help?: string
  /** What the save bar calls it, in the middle of a sentence. */
  readonly inSentence: string
}

type ControlOf<Value> =
  | CustomControl<Value>
  | ([Value] extends [boolean]
      ? SwitchControl
      : [Value] extends [number]
        ? NumberControl
        : [Value] extends [string]
          ? string extends Value
            ? TextControl
            : ChoiceControl<Value>
          : [Value] extends [readonly string[]]
            ? ListControl
            : never)

type SwitchControl = {
  readonly control: 'switch'
  /** The switch is on where the stored value is false. */
  readonly isInverted?: boolean
}

/** Its limits, and the words for a number outside them, come from the schema. */
type NumberControl = { readonly control: 'number'; readonly unit?: string }

type TextControl = {
  readonly control: 'text' | 'url' | 'identifier'
  readonly placeholder?: string
  readonly isOptional?: boolean
  /** What a text must be like; shown for one that the schema refuses. */
  readonly problem: string
}

/** A field as the page draws it, whatever its values are. */
export type DrawnField = FieldWords<string> &
  (
    | SwitchControl
    | NumberControl
    | TextControl
    | ListControl
    | ChoiceControl<string>
    | CustomControl<unknown>
  )

/** The fields of a part. Each was declared with a control of its type; drawing them needs no more. */
export const drawnFields = <Values extends object>({ fields }: SettingsPart<Values>) =>
  fields as unknown as readonly DrawnField[]

/** Texts between commas, or one a line. */
type ListControl = { readonly control: 'list'; readonly isMultiline?: boolean }

type ChoiceControl<Value extends string> = {
  readonly control: 'choice'
  readonly options: readonly SelectOption<Value>[]
}

type CustomControl<Value> = {
  readonly control: 'custom'
  /** Shows label and error itself. */
  readonly show: (props: CustomControlProps<Value>) => ReactNode
}

export type CustomControlProps<Value> = {
  projectRef: string
  label: string
  value: Value
  disabled: boolean
  error: string | undefined
  onValueChange: (value: Value) => void
}
