/** An option of a combobox. */
export type ComboboxOption = {
  value: string
  label: string
  /** Muted text at the right, which is searched too. */
  detail?: string | undefined
}
