/** An item of a switcher, and an entry below the items. */
export type SwitcherOption = { id: string; name: string; detail?: string }

export type SwitcherAction = { label: string; onSelect: () => void; isNew?: boolean }
