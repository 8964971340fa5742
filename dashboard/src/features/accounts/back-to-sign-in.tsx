export function BackToSignIn() {
  return (
    <a href="/sign-in" className="text-accent-text hover:underline">
      Back to sign-in
    </a>
  )
}
