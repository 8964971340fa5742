import { useEffect } from 'react'
import { errorMessage } from '../../data/client/api-error.ts'
import { readPublicInstallation } from '../../data/resources/public-installation.ts'
import { toast } from '../../ui/toast.ts'
import { returnedError, signInErrorText, withoutReturnedError } from './sign-in-error.ts'

/**
 * Says why a provider's sign-in came back without a session. What it returns throws an error of the
 * form's own sign-in again, in words for the person.
 */
export function useReturnedError(): (error: unknown) => Promise<never> {
  useEffect(() => {
    const message = returnedError(window.location)
    if (message === undefined) return
    // The router's own state stays: this is the same page without what was just read.
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
