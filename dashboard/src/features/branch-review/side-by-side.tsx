type SideBySideProps = {
  label: string
  sides: readonly { title: string; text: string | null }[]
}

/** One property with its values on two or more sides. */
export function SideBySide({ label, sides }: SideBySideProps) {
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-1">
      <p className="text-xs font-medium first-letter:uppercase">{label}</p>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-2 sm:auto-cols-fr sm:grid-flow-col sm:grid-cols-none">
        {sides.map(({ title, text }) => (
          <div key={title} className="grid min-w-0 grid-rows-[auto_1fr] gap-1">
            <span className="text-xs text-muted">{title}</span>
            {text === null ? (
              <span className="p-2 text-xs text-muted">Not set</span>
            ) : (
              <pre
                aria-label={`${label}: ${title}`}
                // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- the keyboard must reach the scrolling text
                tabIndex={0}
                className="max-h-64 overflow-y-auto rounded-md bg-sunken p-2 font-mono text-xs leading-5 wrap-anywhere whitespace-pre-wrap"
              >
                {text}
              </pre>
            )}
          </div>
        ))}
      </div>
    </div>
  )
}
