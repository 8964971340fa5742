import { createPrivateKey, X509Certificate, type KeyObject } from 'node:crypto'
import { readFile, stat } from 'node:fs/promises'
import { createSecureContext, type SecureContext } from 'node:tls'
import type { Clock } from '../../lib/clock.ts'
import { AppError } from '../../lib/errors.ts'
import type { Log } from '../../lib/log.ts'

export type CertificateFiles = {
  /** The certificate in PEM format, followed by its intermediates. */
  readonly certFile: string
  /** Its private key in PEM format, without a passphrase. */
  readonly keyFile: string
}

/** A TLS certificate that is replaced when its files change. */
export type Certificate = {
  /** The context for the next handshake. */
  context(): Promise<SecureContext>
  /** The certificate as clients can check it, without its private key. */
  describe(): Promise<PublicCertificate>
}

export type PublicCertificate = {
  /** The certificate and its intermediates. */
  readonly pem: string
  readonly subject: string
  readonly issuer: string
  readonly is_self_signed: boolean
  readonly valid_until: string
}

type LoadedCertificate = { readonly context: SecureContext; readonly publicPart: PublicCertificate }

const CHECK_EVERY_MS = 3000

/**
 * Loads a certificate and its key. A later handshake looks at the files again, at most every three
 * seconds. New files that cannot be used are logged, and the previous certificate stays in use.
 *
 * Rejects with `server_certificate_invalid` if the files cannot be used now.
 */
export async function openCertificate(
  files: CertificateFiles,
  { clock, log }: { readonly clock: Clock; readonly log: Log },
): Promise<Certificate> {
  // Taken before the files are read, so that a write in between counts as a change.
  let version = await versionOf(files)
  let current = await load(files)
  let checkedAt = clock.now().getTime()
  let checking = Promise.resolve()

  async function check(): Promise<void> {
    const found = await versionOf(files)
    if (found === version) return
    version = found
    try {
      current = await load(files)
      log.info(files, 'The TLS certificate was reloaded.')
    } catch (error) {
      log.error(
        { ...files, err: String(error) },
        'The new TLS certificate cannot be used; the previous one stays in use.',
      )
    }
  }

  async function newest(): Promise<LoadedCertificate> {
    const now = clock.now().getTime()
    if (now - checkedAt >= CHECK_EVERY_MS) {
      checkedAt = now
      checking = checking.then(check)
    }
    await checking
    return current
  }

  return {
    context: async () => (await newest()).context,
    describe: async () => (await newest()).publicPart,
  }
}

/** Changes whenever one of the files is written, replaced or removed. Never rejects. */
async function versionOf({ certFile, keyFile }: CertificateFiles): Promise<string> {
  const versions = [certFile, keyFile].map((file) =>
    stat(file).then(
      ({ ino, size, mtimeMs }) => `${ino}:${size}:${mtimeMs}`,
      (error: NodeJS.ErrnoException) => `${error.code}`,
    ),
  )
  return (await Promise.all(versions)).join(' ')
}

async function load({ certFile, keyFile }: CertificateFiles): Promise<LoadedCertificate> {
  const cert = await read(certFile, 'certificate')
  const key = await read(keyFile, 'private key')
  const certificate = parse(
    () => new X509Certificate(cert),
    `The TLS certificate ${certFile} is not a certificate in PEM format.`,
  )
  const privateKey: KeyObject = parse(
    () => createPrivateKey(key),
    `The TLS private key ${keyFile} is not a private key in PEM format without a passphrase.`,
  )
  if (!certificate.checkPrivateKey(privateKey))
    throw invalid(`The TLS private key ${keyFile} does not match the certificate ${certFile}.`)
  const context = parse(
    () => createSecureContext({ cert, key, minVersion: 'TLSv1.2' }),
    `The TLS certificate ${certFile} cannot be used with its private key ${keyFile}.`,
  )
  return { context, publicPart: publicPartOf(certificate, cert) }
}

/** The file can contain the private key, too, so only its certificates are taken. */
const CERTIFICATES = /-----BEGIN CERTIFICATE-----[\s\S]+?-----END CERTIFICATE-----/g

const publicPartOf = (certificate: X509Certificate, file: string): PublicCertificate => ({
  pem: `${(file.match(CERTIFICATES) ?? []).join('\n')}\n`,
  subject: nameIn(certificate.subject),
  issuer: nameIn(certificate.issuer),
  is_self_signed: certificate.checkIssued(certificate),
  valid_until: certificate.validToDate.toISOString(),
})

/** The common name of a distinguished name, or all of it. */
const nameIn = (name: string | undefined): string =>
  /^CN=(.+)$/m.exec(name ?? '')?.[1] ?? (name ?? '').replaceAll('\n', ', ')

async function read(file: string, what: string): Promise<string> {
  try {
    return await readFile(file, 'utf8')
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'ENOENT') throw invalid(`The TLS ${what} ${file} does not exist.`)
    throw invalid(`The TLS ${what} ${file} cannot be read.`, error)
  }
}

function parse<T>(read: () => T, message: string): T {
  try {
    return read()
  } catch (error) {
    throw invalid(message, error)
  }
}

const invalid = (message: string, cause?: unknown) =>
  new AppError('server_certificate_invalid', message, {
    status: 500,
    hint: 'Check STOA_POSTGRES_TLS_CERT and STOA_POSTGRES_TLS_KEY.',
    cause,
  })
