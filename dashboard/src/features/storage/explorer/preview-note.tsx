/** Why there is no preview. */
export function PreviewNote({ children }: { children: string }) {
  return (
    <p className="rounded-md border border-dashed px-4 py-8 text-center text-muted">{children}</p>
  )
}
