import { AppError } from '../../lib/errors.ts'

export const assistantNotConfigured = () =>
  new AppError('assistant_not_configured', 'The assistant has no model provider.', {
    status: 409,
    hint: 'An administrator can set one up on the organization’s page Assistant.',
  })

export const assistantKeyRequired = () =>
  new AppError('assistant_key_required', 'This provider needs an API key.', {
    status: 400,
    hint: 'Enter a key. A saved key is only used for the provider and address it was saved for.',
  })

/** The organization's rights to the project, or the person's, ended during an answer. */
export const assistantStopped = () =>
  new AppError('assistant_stopped', 'You no longer have access to this project.', {
    status: 403,
    hint: 'Ask an owner of the organization, or sign in again.',
  })

export const assistantFailed = (cause: unknown) =>
  new AppError('assistant_failed', 'The answer failed unexpectedly.', {
    status: 500,
    hint: 'Retry. If it fails again, tell the operator of this installation.',
    cause,
  })

/** 400, although the provider says 401: the caller is signed in. */
export const keyRefused = (host: string) =>
  new AppError('assistant_key_refused', `${host} rejected the API key.`, {
    status: 400,
    hint: 'An administrator can enter another key on the organization’s page Assistant.',
  })

export const modelUnknown = (host: string, model: string) =>
  new AppError('assistant_model_unknown', `${host} has no model "${model}" at this address.`, {
    status: 400,
    hint: 'Check the model’s name and the address on the organization’s page Assistant.',
  })

export const providerBusy = (host: string, retryAfter: number | undefined) =>
  new AppError('assistant_provider_busy', `${host} accepts no more requests at the moment.`, {
    status: 429,
    hint: 'Wait a moment and retry, or check the limits of your account at the provider.',
    ...(retryAfter !== undefined && { retryAfter }),
  })

export const requestRefused = (host: string, reason: string) =>
  new AppError('assistant_request_refused', `${host} rejected the request: ${reason}`, {
    status: 400,
    hint: 'Start a new chat or shorten the message. The model may not support tools.',
  })

export const providerFailed = (host: string, problem: string, cause?: unknown) =>
  new AppError('assistant_provider_failed', `${host} ${problem}.`, {
    status: 502,
    hint: 'Retry. If it keeps failing, check the provider’s status and the address.',
    cause,
  })

export const providerSilent = (host: string) =>
  new AppError('assistant_provider_silent', `${host} stopped sending its answer.`, {
    status: 504,
    hint: 'Retry, or use a faster model.',
  })
