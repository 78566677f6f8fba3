/**
 * Programs that fetch the images of a mail without a person opening it, by their User-Agent. Apple's Mail Privacy
 * Protection sends nothing but `Mozilla/5.0`.
 */
const proxies: readonly RegExp[] = [
  /^$/,
  /^Mozilla\/5\.0$/,
  /GoogleImageProxy/i,
  /YahooMailProxy|YahooCacheSystem/i,
  /Outlook-Proxy/i,
  /OutlookImageProxy|BingPreview|SkypeUriPreview/i,
  /DuckDuckBot/i,
  /Proton(?:Mail)?[-\s]?(?:Image)?Proxy/i,
  /Barracuda|Mimecast|Proofpoint|Symantec|MessageLabs|FireEye|Trend ?Micro|Cisco-IronPort/i,
  /bot\b|crawler|spider|scanner|HeadlessChrome|python-requests|Go-http-client|curl\/|wget\//i,
];

/** Whether a machine made the fetch rather than a person. */
export function isMailProxy(userAgent: string): boolean {
  // DuckDuckGo's browser names itself too; only its mail proxy also names mail.
  const forwards = /DuckDuckGo/i.test(userAgent) && /Email/i.test(userAgent);
  return forwards || proxies.some((pattern) => pattern.test(userAgent.trim()));
}
