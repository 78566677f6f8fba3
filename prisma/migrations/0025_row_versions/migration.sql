-- AlterTable
ALTER TABLE "contacts" ADD COLUMN     "row_version" INTEGER NOT NULL DEFAULT 0;

-- AlterTable
ALTER TABLE "event_types" ADD COLUMN     "row_version" INTEGER NOT NULL DEFAULT 0;

-- AlterTable
ALTER TABLE "sending_domains" ADD COLUMN     "row_version" INTEGER NOT NULL DEFAULT 0;

-- AlterTable
ALTER TABLE "workspaces" ADD COLUMN     "row_version" INTEGER NOT NULL DEFAULT 0;

-- By hand

-- What an emit was decided by is compared when it is written (docs/rules.md#row-versions). A trigger counts, so no statement
-- can forget to, of whatever version of the service. It counts what an emit reads: another change, such as the time of the next
-- check of a domain, lets emits under way be. It gives each copy of a row the same number, and never runs out of numbers.
CREATE OR REPLACE FUNCTION next_row_version() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.row_version := OLD.row_version % 2147483647 + 1;
  RETURN NEW;
END
$$;

CREATE OR REPLACE TRIGGER workspaces_row_version
  BEFORE UPDATE OF reference, name, timezone, locale, status, deleted_at ON workspaces FOR EACH ROW
  WHEN (OLD.reference IS DISTINCT FROM NEW.reference
    OR OLD.name IS DISTINCT FROM NEW.name
    OR OLD.timezone IS DISTINCT FROM NEW.timezone
    OR OLD.locale IS DISTINCT FROM NEW.locale
    OR OLD.status IS DISTINCT FROM NEW.status
    OR OLD.deleted_at IS DISTINCT FROM NEW.deleted_at)
  EXECUTE FUNCTION next_row_version();

CREATE OR REPLACE TRIGGER event_types_row_version
  BEFORE UPDATE OF name, current_version, template_version, layout_version, content_days, topic, deleted_at ON event_types
  FOR EACH ROW
  WHEN (OLD.name IS DISTINCT FROM NEW.name
    OR OLD.current_version IS DISTINCT FROM NEW.current_version
    OR OLD.template_version IS DISTINCT FROM NEW.template_version
    OR OLD.layout_version IS DISTINCT FROM NEW.layout_version
    OR OLD.content_days IS DISTINCT FROM NEW.content_days
    OR OLD.topic IS DISTINCT FROM NEW.topic
    OR OLD.deleted_at IS DISTINCT FROM NEW.deleted_at)
  EXECUTE FUNCTION next_row_version();

CREATE OR REPLACE TRIGGER sending_domains_row_version
  BEFORE UPDATE OF domain, status, takes_replies ON sending_domains FOR EACH ROW
  WHEN (OLD.domain IS DISTINCT FROM NEW.domain
    OR OLD.status IS DISTINCT FROM NEW.status
    OR OLD.takes_replies IS DISTINCT FROM NEW.takes_replies)
  EXECUTE FUNCTION next_row_version();

-- Of a contact each write counts, whether it changes anything or not: its attributes are long to compare, and equal numbers may
-- be written in two ways.
CREATE OR REPLACE TRIGGER contacts_row_version
  BEFORE UPDATE OF reference, email, address_hash, status, locale, pixel_consent_at, attributes, topics ON contacts
  FOR EACH ROW EXECUTE FUNCTION next_row_version();
