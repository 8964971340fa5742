/** Windows that show a side panel beside the page. Narrower ones show it over the page. */
export const DOCKED = '(width >= 88rem)'

/** Windows in which a docked panel leaves a page with a list little room. */
export const DOCKED_CLOSELY = '(88rem <= width < 100rem)'
