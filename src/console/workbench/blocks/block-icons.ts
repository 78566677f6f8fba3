/** The sign of each type of block. */
import {
  Box,
  Braces,
  Code,
  Columns2,
  Heading,
  Image,
  List,
  type LucideIcon,
  MousePointerClick,
  PanelBottom,
  Pilcrow,
  Repeat2,
  SeparatorHorizontal,
  Split,
  Square,
  Table2,
  UnfoldVertical,
} from 'lucide-react';

const icons: Readonly<Record<string, LucideIcon>> = {
  button: MousePointerClick,
  code: Code,
  columns: Columns2,
  condition: Split,
  divider: SeparatorHorizontal,
  footer: PanelBottom,
  heading: Heading,
  html: Braces,
  image: Image,
  list: List,
  repeat: Repeat2,
  section: Square,
  spacer: UnfoldVertical,
  table: Table2,
  text: Pilcrow,
};

export function iconOf(type: string): LucideIcon {
  return icons[type] ?? Box;
}
