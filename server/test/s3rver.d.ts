declare module 's3rver' {
  /** A local S3 server for tests; the package has no types. */
  export default class S3rver {
    constructor(options: {
      readonly address: string
      readonly port: number
      readonly silent: boolean
      readonly directory: string
    })
    run(): Promise<unknown>
    close(): Promise<void>
  }
}
