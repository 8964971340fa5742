import type { Profile } from '@stoa/contract/platform/profile'
import { QueryClient } from '@tanstack/react-query'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { createCall } from '../../client/api.ts'
import { profileQuery } from './profile.ts'

const profile: Profile = {
  id: '6f1f0c1e-7a55-4a55-9a37-0f3bb0a0c0de',
  primary_email: 'ada@example.com',
  display_name: null,
  is_operator: false,
  disabled_features: [],
  capabilities: [],
  landing_path: '/organizations',
}
const refuse = (status: number, code: string, message: string) =>
  Response.json({ code, message }, { status })
const missing = () => refuse(404, 'profile_not_found', "User's profile not found")

let requests: string[]
function answerWith(answers: (() => Response)[]) {
  requests = []
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    requests.push(`${init.method} ${url} ${new Headers(init.headers).get('Version') ?? ''}`.trim())
    return answers.shift()?.() ?? refuse(500, 'unexpected', 'Asked too often')
  })
}
const read = () =>
  new QueryClient().fetchQuery({
    ...profileQuery(createCall({ accessToken: async () => 'token' })),
    retry: false,
  })

afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

describe('the profile', () => {
  // SPEC: "GET /platform/profile | Header Version: 2. Response is the profile."
  it('is requested with header Version: 2', async () => {
    answerWith([() => Response.json(profile)])
    await expect(read()).resolves.toEqual(profile)
    expect(requests).toEqual(['GET /platform/profile 2'])
  })

  // SPEC: "**Profile**: email and a disabled_features list."
  it.each([
    ['an email', { ...profile, primary_email: undefined }],
    ['an email that is text', { ...profile, primary_email: 7 }],
    ['its disabled features', { ...profile, disabled_features: undefined }],
    ['a list of disabled features', { ...profile, disabled_features: 'billing' }],
  ])('is rejected without %s', async (_what, answer) => {
    answerWith([() => Response.json(answer)])
    await expect(read()).rejects.toMatchObject({ code: 200 })
  })

  // SPEC: ""User's profile not found": leads to automatic profile creation."
  it("is created when the server says 'User's profile not found'", async () => {
    answerWith([missing, () => Response.json(profile, { status: 201 })])
    await expect(read()).resolves.toEqual(profile)
    expect(requests).toEqual(['GET /platform/profile 2', 'POST /platform/profile'])
  })

  // SPEC: "409 on profile creation: logged as 'Profile already exists' (a dev-only toast outside production)."
  it("logs 'Profile already exists' on a 409 and reads the profile again", async () => {
    const log = vi.spyOn(console, 'info').mockReturnValue()
    const conflict = () => refuse(409, 'profile_exists', 'Exists')
    answerWith([missing, conflict, () => Response.json(profile)])
    await expect(read()).resolves.toEqual(profile)
    expect(log).toHaveBeenCalledWith('Profile already exists')
  })

  // SPEC: "Any other profile-creation failure: 'Failed to create your profile. Please refresh to try again.'"
  it("fails with 'Failed to create your profile. Please refresh to try again.' otherwise", async () => {
    answerWith([missing, () => refuse(500, 'broken', 'Broken')])
    await expect(read()).rejects.toThrow(
      'Failed to create your profile. Please refresh to try again.',
    )
  })

  it('passes on a 401, which signs out', async () => {
    answerWith([() => refuse(401, 'unauthorized', 'No session')])
    await expect(read()).rejects.toMatchObject({ code: 401 })
  })
})
