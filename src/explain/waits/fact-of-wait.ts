import type { ExchangerWait } from '../../transport/mx/exchanger-wait.ts';

type Waiting = Pick<ExchangerWait, 'reason' | 'provider'>;

/** Why mail to a provider waits, or waited, as a clause. */
export function factOfWait({ reason, provider }: Waiting, are: 'are' | 'were' = 'are'): string {
  switch (reason) {
    case 'warm_up':
      return `the mails that the new address of this service may send to ${provider} in a day ${are} used`;
    case 'rate':
      return `the mails that the mail servers of ${provider} get in a minute ${are} used`;
    case 'quiet':
      return `the mail servers of ${provider} asked for quiet`;
  }
}
