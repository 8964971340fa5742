import type { Permission } from '@stoa/contract/platform/permissions'
import type { SettingsSection } from '@stoa/contract/settings-section'
import type { ComponentType, ReactNode } from 'react'
import type { SelectOption } from '../../ui/inputs/select.tsx'

/** A page of settings: the schema of a service's section, and the texts that describe it. */
export type SettingsDeclaration<Values extends object> = {
  readonly section: SettingsSection<Values>
  readonly title: string
  readonly description: string
  /** The name of the settings in messages: `Data API`. */
  readonly subject: string
  /** The permission needed to change the settings. */
  readonly change: Permission
  readonly parts: readonly SettingsPart<Values>[]
  /** Finds problems that the schemas of the individual fields cannot express. */
  readonly problems?: (values: Values) => Problems<Values>
}

export type Problems<Values> = { readonly [Name in keyof Values]?: string | undefined }

export type SettingsPart<Values> = {
  readonly title: string
  readonly description?: string
  /** Whether the part is shown, depending on the form's values; always if absent. */
  readonly when?: (values: Values) => boolean
  readonly fields: readonly SettingsField<Values>[]
  /** Shows consequences of the form's values below the fields. */
  readonly Notice?: ComponentType<{ projectRef: string; values: Values }>
}

/** One field of the section, with a control that fits its type. */
type SettingsField<Values> = {
  [Name in keyof Values & string]: FieldWords<Name, Values> & ControlOf<Values[Name]>
}[keyof Values & string]

type FieldWords<Name, Values> = {
  readonly name: Name
  readonly label: string
  readonly help?: string
  /** Whether the field is shown, depending on the form's values; always if absent. */
  readonly when?: (values: Values) => boolean
  /** The field's name within the save bar's sentence. */
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
            ? TextControl | SecretControl
            : ChoiceControl<Value>
          : [Value] extends [readonly string[]]
            ? ListControl
            : never)

type SwitchControl = {
  readonly control: 'switch'
  /** Whether the switch is on when the stored value is false. */
  readonly isInverted?: boolean
}

/** The limits, and the message for a number outside them, come from the schema. */
type NumberControl = { readonly control: 'number'; readonly unit?: string }

/** A secret that is never shown again. Without text, the saved one stays. */
type SecretControl = {
  readonly control: 'secret'
  /** The message shown when the schema rejects the text. */
  readonly problem: string
}

type TextControl = {
  readonly control: 'text' | 'url' | 'identifier' | 'lines'
  readonly placeholder?: string
  readonly isOptional?: boolean
  /** The message shown when the schema rejects the text. */
  readonly problem: string
}

/** A field for rendering, independent of the type of its values. */
export type DrawnField = FieldWords<string, object> &
  (
    | SwitchControl
    | NumberControl
    | TextControl
    | SecretControl
    | ListControl
    | ChoiceControl<string>
    | CustomControl<unknown>
  )

/**
 * The fields of a part for rendering. The declaration has already checked that each control fits
 * its field's type.
 */
export const drawnFields = <Values extends object>({ fields }: SettingsPart<Values>) =>
  fields as unknown as readonly DrawnField[]

/** Text items separated by commas, or one per line. */
type ListControl = {
  readonly control: 'list'
  readonly isMultiline?: boolean
  /** The message shown when the schema rejects an item. */
  readonly problem?: string
}

type ChoiceControl<Value extends string> = {
  readonly control: 'choice'
  readonly options: readonly SelectOption<Value>[]
}

type CustomControl<Value> = {
  readonly control: 'custom'
  /** Renders the control including its label and error. */
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
