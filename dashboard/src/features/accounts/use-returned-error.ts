import { useEffect } from 'react'
import { errorMessage } from '../../data/client/api-error.ts'
import { readPublicInstallation } from '../../data/resources/platform/public-installation.ts'
import { toast } from '../../ui/feedback/toast.ts'
import { returnedError, signInErrorText, withoutReturnedError } from './sign-in-error.ts'

/**
 * Shows why a provider's sign-in returned without a session. The returned function rethrows an
 * error of the form's own sign-in with a text meant for the user.
 */
export function useReturnedError(): (error: unknown) => Promise<never> {
  useEffect(() => {
    const message = returnedError(window.location)
    if (message === undefined) return
    // Keeps the router's own state: this is the same page without the error that was just read.
    window.history.replaceState(window.history.state, '', withoutReturnedError(window.location))
    void explained(message).then(toast.error)
  }, [])
  return rethrow
}

async function rethrow(error: unknown): Promise<never> {
  const message = errorMessage(error)
  const text = await explained(message)
  throw text === message ? error : new Error(text, { cause: error })
}

async function explained(message: string): Promise<string> {
  const plain = signInErrorText(message, null)
  if (plain === message) return message
  const installation = await readPublicInstallation(AbortSignal.timeout(5000))
  return signInErrorText(message, installation?.support_email ?? null)
}
