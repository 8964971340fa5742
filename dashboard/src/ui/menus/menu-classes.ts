/** The classes that dropdown and context menus share. */
export const menuClasses = {
  content:
    'z-50 min-w-44 animate-rise-in overflow-hidden rounded-md border bg-raised p-1 shadow-float outline-none',
  item: 'relative flex min-h-7 cursor-default items-center gap-2 rounded-sm px-2 py-1 text-sm select-none data-disabled:opacity-50',
  plain: 'data-highlighted:bg-hover [&_.lucide]:text-muted',
  danger: 'text-danger-text data-highlighted:bg-danger-soft [&_.lucide]:text-danger-text',
  label: 'px-2 py-1 text-xs base:text-muted',
  separator: '-mx-1 my-1 h-px bg-line',
}
