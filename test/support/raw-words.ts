/** Words of libraries that check input, which no response may have (docs/rules.md#words-of-faults). */
export const rawWords =
  /Invalid (?:input|option|string|number|key|value|discriminator)|Too (?:big|small)|Unrecognized key|expected \w+|\breceived\b|\bNaN\b|\[object/;
