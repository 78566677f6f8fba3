/** What the tests use of s3rver, which comes without types. */
declare module '@20minutes/s3rver' {
  export default class S3rver {
    constructor(options: {
      readonly address: string;
      readonly port: number;
      readonly silent: boolean;
      readonly directory: string;
      /** Whether the first label of the host names the bucket. */
      readonly vhostBuckets: boolean;
      readonly configureBuckets: readonly { readonly name: string }[];
    });
    run(): Promise<{ readonly port: number }>;
    close(): Promise<void>;
  }
}
